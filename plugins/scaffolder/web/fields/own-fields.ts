import type { FormFields } from '../form/fields-context.ts'
import { entityPicker, myGroupsPicker, ownedEntityPicker, ownerPicker } from './entity-picker.tsx'
import { multiEntityPicker } from './multi-entity-picker.tsx'
import { entityNamePicker, entityTagsPicker } from './name-and-tags.tsx'
import { repoBranchPicker, repoOwnerPicker } from './repo-texts.tsx'
import { repoUrlPicker } from './repo-url-picker.tsx'
import { secretField } from './secret-field.tsx'

/** The types of fields that every form can use. */
export const ownFields: FormFields = new Map([
  ['EntityPicker', entityPicker],
  ['EntityNamePicker', entityNamePicker],
  ['EntityTagsPicker', entityTagsPicker],
  ['MultiEntityPicker', multiEntityPicker],
  ['MyGroupsPicker', myGroupsPicker],
  ['OwnedEntityPicker', ownedEntityPicker],
  ['OwnerPicker', ownerPicker],
  ['RepoBranchPicker', repoBranchPicker],
  ['RepoOwnerPicker', repoOwnerPicker],
  ['RepoUrlPicker', repoUrlPicker],
  ['Secret', secretField],
])
