/** A page ends at this many events or bytes (in UTF-16 units of data and metadata), whichever comes first. */
export const PAGE_EVENTS = 512;
export const PAGE_BYTES = 1_000_000;
