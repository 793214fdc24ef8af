/** Name of sites that have not chosen one; only they show the product's seal. */
export const PRODUCT_NAME = 'Kawaraban';
