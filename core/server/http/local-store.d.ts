// The library has no types for this module.
declare module '@fastify/rate-limit/store/LocalStore.js' {
  const LocalStore: new () => object
  export default LocalStore
}
