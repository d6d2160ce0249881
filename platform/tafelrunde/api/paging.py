"""Lists come in pages of PER_PAGE, asked for by ``?page=`` from 1. Behind the last one is nothing, and no error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Protocol, TypeVar

from ninja import Query

PER_PAGE: Final = 50
PageNumber = Annotated[int, Query(1, ge=1, le=1_000_000, description="counted from 1")]
Thing_co = TypeVar("Thing_co", covariant=True)


class Sliceable(Protocol[Thing_co]):
    """A list or a query set."""

    def __getitem__(self, part: slice, /) -> Any: ...


def paged(things: Sliceable[Thing_co], count: int, page: int, show: Callable[[Any], Any]) -> dict[str, Any]:
    """The page as JSON, each thing by `show`."""
    first = (page - 1) * PER_PAGE
    return {
        "items": [show(thing) for thing in things[first : first + PER_PAGE]],
        "page": page,
        "pages": max(1, -(-count // PER_PAGE)),
        "count": count,
    }
