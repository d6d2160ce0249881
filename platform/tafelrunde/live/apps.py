from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tafelrunde.live"
    label = "live"

    def ready(self) -> None:
        from . import background, bus, one_core, presence, pulse
        from .sqlite import checkpoints

        background.register("bus", bus.run)
        background.register("presence", presence.run)
        background.register("pulse", pulse.run)
        background.register("one core", one_core.run)
        background.register("checkpoints", checkpoints.run)
