"""The same examples in every run, and no time limit for one: the machine may be busy."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "shared",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("shared")
