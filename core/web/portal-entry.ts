// The inner entry point of the web core, for core/testing alone: plugins get services by refs and hooks, never the portal as a whole.
export { App } from './App.tsx'
export { createBrowserConfig } from './config.ts'
export { createPortal } from './portal.tsx'
export { routesOf } from './routes/page-routes.tsx'
export { createExtensions } from './slots/extensions.ts'
