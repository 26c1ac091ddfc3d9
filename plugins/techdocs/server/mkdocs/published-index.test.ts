import { expect, test } from 'vitest'
import { readPublishedIndex } from './published-index.ts'

test('sections are read as plain text: without permalinks, and without the tags and diagrams that the search of Material writes', () => {
  const docs = [
    { location: 'a/#b', title: 'B¶', text: 'one\n\n two < three' },
    { location: 'd/', title: 'D', text: '<p>Flow</p><pre class="mermaid"><code>a --&gt; b</code></pre><p>ends</p>' },
    { location: 'a/', title: '<code>x</code>', text: '<p>1 &lt; 2 &amp;&amp; 3</p><ul><li>item</li></ul>' },
  ]
  expect(readPublishedIndex(JSON.stringify({ docs }))).toEqual([
    { location: 'a/#b', title: 'B', text: 'one two < three' },
    { location: 'd/', title: 'D', text: 'Flow ends' },
    { location: 'a/', title: 'x', text: '1 < 2 && 3 item' },
  ])
})

test.each(['null', '[]', '{"docs": 7}', '{"docs": [null, 7, {"location": 1}, {"location": "a/"}]}'])('%s has no sections', text => {
  expect(readPublishedIndex(text)).toEqual([])
})

test('addresses that lead out of the site are left out', () => {
  const locations = ['../x', 'a/../../x', '/etc', 'javascript:alert(1)', 'a\\..\\x', 'ok/#../x']
  const docs = locations.map(location => ({ location, title: 'T', text: '' }))
  expect(readPublishedIndex(JSON.stringify({ docs })).map(({ location }) => location)).toEqual(['ok/#../x'])
})
