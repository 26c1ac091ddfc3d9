/** Another one makes all definitions be read again: raise it when readings of the same text become different. */
export const readerVersion = 2
