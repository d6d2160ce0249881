from typing import Any

from django.conf import settings
from django.db import migrations, models

from tafelrunde.game import commitment


def commit(apps: Any, schema_editor: Any) -> None:
    """Matches of before: what was shown of their seeds."""
    for match in apps.get_model('matches', 'Match').objects.filter(commitment='').only('seed').iterator():
        match.commitment = commitment(bytes(match.seed))
        match.save(update_fields=['commitment'])


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0002_clocks_and_endings'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='commitment',
            field=models.CharField(default='', editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.RunPython(commit, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['place', '-id'], name='matches_of_a_room'),
        ),
        migrations.AddIndex(
            model_name='matchseat',
            index=models.Index(condition=models.Q(('player__isnull', False)), fields=['player', '-match'], name='matches_of_a_player'),
        ),
    ]
