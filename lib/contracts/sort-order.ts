/** `field:asc` or `field:desc`. Apart from the schemas: the browser reads it from addresses, without a validator. */
export const sortOrder = /^[A-Za-z_]{1,40}:(asc|desc)$/
