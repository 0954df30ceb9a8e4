/** Unit of dimensionless numbers. */
export const dimensionless = '1'
