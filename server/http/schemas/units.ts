/** The unit of a number that has none. */
export const dimensionless = '1'
