/** Maximum pixels of a decoded picture: 10,000 × 10,000. A larger one could exhaust the memory. */
export const maxPixels = 100_000_000;
