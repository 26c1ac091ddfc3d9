/** Where a page hears that facts of its entity have changed. Only those who may see the entity know its uid, and nothing else is told. */
export const factsChannel = (uid: string) => `connectors:facts:${uid}`
