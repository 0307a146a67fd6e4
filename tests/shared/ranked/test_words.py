import pytest

from mnemoscope_shared.ranked.words import WordsOfRuns, places_of, query_words, words_in


@pytest.mark.parametrize("name", ["BookingGateway", "booking_gateway", "booking-gateway", "Booking.gateway"])
def test_a_compound_is_found_whole_and_in_parts(name):
    assert words_in(name) == ["booking", "gateway", "bookinggateway"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("HTTPServer", ["http", "server", "httpserver"]),
        ("python3", ["python", "3", "python3"]),
        ("2026-03-14", ["2026", "03", "14", "20260314"]),
        ("Nils's bike", ["nils", "bike"]),
        ("l’été", ["l", "ete", "lete"]),
        ("the cat and the hat", ["cat", "hat"]),
        ("東京都", ["東京", "京都"]),
        ("山", ["山"]),
        ("Café 佐藤さん", ["cafe", "佐藤", "藤さ", "さん"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("مرحبا بالعالم", ["مرحبا", "بالعالم"]),
        ("", []),
        ("... --- ___ 💥", []),
    ],
)
def test_a_text_is_cut_into_words(text, words):
    assert words_in(text) == words


def test_composed_and_decomposed_letters_are_one():
    assert words_in("Zoe\u0308 na\u00efve") == words_in("Zo\u00eb nai\u0308ve") == ["zoe", "naive"]


def test_a_query_has_the_parts_of_its_compounds_once_each():
    assert query_words("bookingGateway of booking_gateway") == ["booking", "gateway"]


def test_a_key_or_a_hash_stays_whole():
    assert words_in("a1b2c3d4e5f6") == ["a1b2c3d4e5f6"]


def test_words_have_an_end():
    assert [len(word) for word in words_in("x" * 100_000)] == [64]
    assert len(words_in("word " * 100_000)) == 4_000


def test_places_are_those_of_the_parts_that_match():
    text = "The BookingGateway returns 409"
    assert [text[start:end] for start, end in places_of(["gateway", "409"], text)] == ["Gateway", "409"]
    assert [text[start:end] for start, end in places_of(["bookinggateway"], text)] == ["BookingGateway"]


def test_places_count_the_letters_of_the_text_itself():
    text = "ﬁne E\u0301te\u0301 東京都庁"
    assert [text[start:end] for start, end in places_of(["ete"], text)] == ["E\u0301te\u0301"]
    assert [text[start:end] for start, end in places_of(["東京", "京都"], text)] == ["東京都"]


def test_what_is_remembered_of_words_has_an_end_and_stays_right():
    words_of = WordsOfRuns(most=50)
    runs = ["OftenMet", *(f"rare_{number}" for number in range(1_000))]
    for number, run in enumerate(runs[1:]):
        assert words_of[run] == ("rare", str(number), f"rare{number}")
        assert words_of["OftenMet"] == ("often", "met", "oftenmet")
        assert sum(map(words_of.knows, runs)) <= 100
    assert words_of["rare_0"] == ("rare", "0", "rare0")
