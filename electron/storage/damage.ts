/** A row whose checksum does not fit its values. It is reported and left out; `key` holds ids only, never a name or a note. */
export type RowDamage = { readonly table: string; readonly key: string }

export type OnDamage = (damage: RowDamage) => void
