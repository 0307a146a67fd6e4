import threading

import pytest

from mnemoscope_shared.ranked.stems import beginning_of, english_stem, stem


@pytest.mark.parametrize(
    "words", ["relation relations related", "hurry hurries hurried", "hope hoped hoping"]
)
def test_forms_of_an_english_word_have_one_stem_and_its_beginning(words):
    stems = {stem(word) for word in words.split()}
    assert len(stems) == 1
    beginning = beginning_of(stems.pop())
    assert all(word.startswith(beginning) for word in words.split())


@pytest.mark.parametrize("word", ["is", "пёсики", "佐藤", "x1s", ""])
def test_other_words_are_their_own_stems(word):
    assert stem(word) == word


def test_threads_do_not_disturb_each_others_words():
    words = [
        f"{beginning}{end}" for beginning in ("consider", "recommend") for end in ("ed", "ing", "ation", "s")
    ]
    expected = [english_stem.__wrapped__(word) for word in words]
    found = []

    def work():
        found.extend(english_stem.__wrapped__(word) for word in words * 20)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(expected * 80)
