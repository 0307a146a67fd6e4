from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.convolution import REPULSION_EXPONENT, convolution_of


@pytest.fixture
def densities():
    """Twenty densities on a grid of 48 × 48 cells."""
    return np.random.default_rng(4).random((20, 48, 48), dtype=np.float32)


def test_the_field_of_one_mass_falls_with_the_power_of_distance():
    density = np.zeros((32, 32), dtype=np.float32)
    density[10, 16] = 3

    along_x, along_y = convolution_of(32).fields(density, 2.0).reshape(2, 32, 32)

    assert along_x[14, 16] == pytest.approx(3 * 2 * 4**-REPULSION_EXPONENT, rel=1e-4)
    assert along_x[6, 16] == pytest.approx(-along_x[14, 16], rel=1e-4)
    assert along_y[14, 16] == pytest.approx(0, abs=1e-4)


def test_the_field_does_not_wrap_round():
    density = np.zeros((32, 32), dtype=np.float32)
    density[0, 16] = 1

    along_x, _ = convolution_of(32).fields(density, 1.0).reshape(2, 32, 32)

    assert along_x[31, 16] == pytest.approx(31**-REPULSION_EXPONENT, rel=1e-2)


def test_fields_of_earlier_densities_stay_as_they_were(densities):
    convolution = convolution_of(48)
    first = convolution.fields(densities[0], 1.0)
    kept = first.copy()

    convolution.fields(densities[1], 1.0)

    np.testing.assert_array_equal(first, kept)


def test_threads_do_not_disturb_each_other(densities):
    alone = [convolution_of(48).fields(density, 1.0) for density in densities]

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda density: convolution_of(48).fields(density, 1.0), densities))

    np.testing.assert_array_equal(together, alone)
