import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0004_marks'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='playoff_of',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='playoffs', to='matches.match', verbose_name='play-off of'),
        ),
    ]
