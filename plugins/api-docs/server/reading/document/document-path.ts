/** From the root of a document: `['paths', '/bookings', 'get', 'parameters', 0]`. */
export type DocumentPath = readonly (string | number)[]
