/** Unit of a dimensionless number. */
export const dimensionless = '1'
