/** The most pixels of a picture that is decoded: 10,000 × 10,000. Larger ones may be made to fill the memory. */
export const maxPixels = 100_000_000;
