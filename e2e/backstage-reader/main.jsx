import { createApp } from '@backstage/app-defaults'
import { CatalogClient } from '@backstage/catalog-client'
import { AppRouter, FlatRoutes } from '@backstage/core-app-api'
import { SignInPage } from '@backstage/core-components'
import { attachComponentData, configApiRef, createApiFactory, discoveryApiRef, fetchApiRef } from '@backstage/core-plugin-api'
import { ScmIntegrationsApi, scmIntegrationsApiRef } from '@backstage/integration-react'
import { catalogApiRef, defaultEntityPresentation, entityPresentationApiRef, entityRouteRef } from '@backstage/plugin-catalog-react'
import { searchApiRef } from '@backstage/plugin-search-react'
import { TechDocsIndexPage, TechDocsReaderPage, techdocsPlugin } from '@backstage/plugin-techdocs'
import { createRoot } from 'react-dom/client'
import { Route } from 'react-router-dom'

// An app of Backstage's own packages with nothing but their docs reader. The test says where the server is.
const config = {
  app: { title: 'Reader', baseUrl: location.origin },
  backend: { baseUrl: window.serverUrl },
  techdocs: { builder: 'local' },
  auth: { environment: 'development', providers: { guest: {} } },
}

const app = createApp({
  apis: [
    createApiFactory({
      api: catalogApiRef,
      deps: { discoveryApi: discoveryApiRef, fetchApi: fetchApiRef },
      factory: given => new CatalogClient(given),
    }),
    createApiFactory({
      api: entityPresentationApiRef,
      deps: {},
      factory: () => ({
        forEntity(entity) {
          const snapshot = defaultEntityPresentation(entity)
          return { snapshot, promise: Promise.resolve(snapshot) }
        },
      }),
    }),
    createApiFactory({ api: searchApiRef, deps: {}, factory: () => ({ query: async () => ({ results: [] }) }) }),
    createApiFactory({
      api: scmIntegrationsApiRef,
      deps: { config: configApiRef },
      factory: given => ScmIntegrationsApi.fromConfig(given.config),
    }),
  ],
  plugins: [techdocsPlugin],
  configLoader: async () => [{ context: 'test', data: config }],
  components: { SignInPage: props => <SignInPage {...props} auto providers={['guest']} /> },
})

// The head of docs links to it.
const EntityPage = () => null
attachComponentData(EntityPage, 'core.mountPoint', entityRouteRef)

const Root = app.createRoot(
  <AppRouter>
    <FlatRoutes>
      <Route path="/catalog/:namespace/:kind/:name" element={<EntityPage />} />
      <Route path="/docs" element={<TechDocsIndexPage />} />
      <Route path="/docs/:namespace/:kind/:name/*" element={<TechDocsReaderPage />} />
    </FlatRoutes>
  </AppRouter>,
)
createRoot(document.querySelector('#root')).render(<Root />)
