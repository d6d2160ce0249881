"""Acts are kept as they were written, but for the name of who has deleted their account."""

from typing import Any

from django.db import migrations, models

SAME = ("id", "at", "by_id", "what", "kind", "on_id")
NAMES = ("by_name", "on_name")
FORMER = "a former player"


def condition(same: str) -> str:
    kept = " AND ".join(f"NEW.{column} {same} OLD.{column}" for column in SAME)
    names = " AND ".join(f"(NEW.{name} = OLD.{name} OR NEW.{name} = '{FORMER}')" for name in NAMES)
    forgotten = " OR ".join(f"NEW.{name} = '{FORMER}'" for name in NAMES)
    return f"{kept} AND {names} AND ({forgotten})"


GUARDS = {
    "postgresql": [
        f"""
        CREATE OR REPLACE FUNCTION house_acts_are_kept() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
            IF TG_OP = 'UPDATE' THEN
                IF {condition("IS NOT DISTINCT FROM")} THEN RETURN NEW; END IF;
            END IF;
            RAISE EXCEPTION 'acts of admins are kept as they were written';
        END $$
        """,
    ],
    "sqlite": [
        "DROP TRIGGER IF EXISTS house_acts_are_kept",
        f"""
        CREATE TRIGGER house_acts_are_kept BEFORE UPDATE ON house_adminact WHEN NOT ({condition("IS")})
        BEGIN SELECT RAISE(ABORT, 'acts of admins are kept as they were written'); END
        """,
    ],
}
BEFORE = {
    "postgresql": [
        """
        CREATE OR REPLACE FUNCTION house_acts_are_kept() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'acts of admins are kept as they were written'; END $$
        """,
    ],
    "sqlite": [
        "DROP TRIGGER IF EXISTS house_acts_are_kept",
        """
        CREATE TRIGGER house_acts_are_kept BEFORE UPDATE ON house_adminact
        BEGIN SELECT RAISE(ABORT, 'acts of admins are kept as they were written'); END
        """,
    ],
}


def loosen(apps: Any, schema_editor: Any) -> None:
    for statement in GUARDS.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


def tighten(apps: Any, schema_editor: Any) -> None:
    for statement in BEFORE.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [("house", "0003_moderators_and_words")]

    operations = [
        migrations.AlterField(
            model_name='adminact',
            name='what',
            field=models.CharField(choices=[('muted', 'muted'), ('banned', 'banned'), ('warned', 'warned'), ('dismissed', 'report dismissed'), ('noted', 'note written'), ('made_moderator', 'made a moderator'), ('no_moderator', 'no moderator any more'), ('looked_in', 'looked into a room'), ('announced', 'announced'), ('unannounced', 'announcement ended'), ('word_barred', 'word barred'), ('word_allowed', 'word allowed again'), ('lifted', 'sanction lifted'), ('signed_out', 'signed out everywhere'), ('renamed', 'renamed'), ('made_admin', 'made an admin'), ('no_admin', 'no admin any more'), ('aborted', 'match aborted'), ('adjudicated', 'match decided'), ('closed', 'room closed'), ('game_off', 'game switched off'), ('game_on', 'game switched on'), ('options', 'options decided'), ('resumed', 'match resumed'), ('two_factor_off', 'two-factor sign-in reset'), ('merged', 'guest merged')], max_length=20, verbose_name='what'),
        ),
        migrations.RunPython(loosen, tighten),
    ]
