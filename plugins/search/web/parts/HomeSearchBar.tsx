import { organizationSection } from '@portico/core/common'
import { useConfig, useNavigate, useText } from '@portico/core/web'
import { searchPaths } from '@portico/search/common'
import { SearchField } from '@portico/ui'
import { useState } from 'react'
import { searchMessages } from '../messages.ts'

/** A search bar for other pages: Enter leads to the search page with what was typed. */
export function HomeSearchBar() {
  const text = useText()
  const navigate = useNavigate()
  const { name } = useConfig(organizationSection)
  const [term, setTerm] = useState('')
  return (
    <form
      role="search"
      onSubmit={event => {
        event.preventDefault()
        void navigate(`${searchPaths.search}?query=${encodeURIComponent(term.trim())}`)
      }}
    >
      <SearchField
        value={term}
        onChange={setTerm}
        label={text(searchMessages.search)}
        placeholder={text(searchMessages.placeholder, { organisation: name })}
      />
    </form>
  )
}
