import { apiDocsApi, type DefinitionOutline } from '@portico/api-docs/common'
import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { answer, renderPage } from '@portico/core/testing/web'
import { defineWebPlugin } from '@portico/core/web'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apiDocsWeb } from './index.tsx'
import { definitionViewers } from './slots.ts'

afterEach(cleanup)

const soap = defineWebPlugin({
  id: 'soap',
  fills: [
    definitionViewers.fill({
      name: 'wsdl',
      isFor: ({ outline }) => outline.type === 'wsdl',
      View: ({ entity, outline }) => (
        <p>
          {entity.metadata.name} as WSDL, {outline.bytes} bytes
        </p>
      ),
    }),
  ],
})

function open(type: string) {
  const entity: Entity = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'API',
    metadata: { name: 'old', namespace: 'default' },
    spec: { type },
  }
  const outline: DefinitionOutline = {
    id: 'v1',
    type,
    bytes: 42,
    format: 'text',
    groups: [],
    items: [],
    counts: { items: {}, deprecated: 0, errors: 0, warnings: 0, hints: 0, rules: {} },
  }
  return renderPage({
    plugins: [catalogWeb, apiDocsWeb, soap],
    path: '/catalog/default/api/old/definition',
    answers: [answer(catalogApi.getEntityByName, entity), answer(apiDocsApi.getOutline, outline)],
  })
}

test('a viewer of another plugin shows the definitions that it is for', async () => {
  const { screen } = open('wsdl')
  expect(await screen.findByText('old as WSDL, 42 bytes')).toBeTruthy()
})

test('other definitions keep the portal’s own viewer', async () => {
  const { screen } = open('custom')
  expect(await screen.findByRole('radio', { name: 'Text' })).toBeTruthy()
  expect(screen.queryByText(/as WSDL/)).toBeNull()
})
