/** What is said aloud only. */
export const spokenText = {
  price: (ticker: string, price: string) => `${ticker} ${price}`,
} as const;
