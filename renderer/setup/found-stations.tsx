import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FoundStation } from '../../shared/screens.ts'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

/**
 * The computers on this network that wait for a screen. A button fills in the computer's address. Searches until one is
 * found or the form closes. A failed search shows nothing, because the address can be typed.
 */
export function FoundStations({ onChoose }: { readonly onChoose: (address: string) => void }) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<readonly FoundStation[]>([])
  const [isSearching, setSearching] = useState(true)

  useEffect(() => {
    // Named because a change of `round` must start a new search.
    void round
    let isUnmounted = false
    const search = async (): Promise<void> => {
      const answer = await callSafely(() => bridge.call['screens:find'](null))
      if (isUnmounted) return
      if (!answer.ok) return setSearching(false)
      if (answer.value.stations.length === 0) return search()
      setFound(answer.value.stations)
      setSearching(false)
    }
    void search()
    return () => {
      isUnmounted = true
    }
  }, [bridge, round])

  if (isSearching) return <p role="status">{t('join.looking')}</p>
  if (found.length === 0) return null
  return (
    <div className="wizard-form">
      <p className="wizard-lead">{t('join.found')}</p>
      {found.map(({ name, address }) => (
        <Button key={`${address} ${name}`} className="button" data-station={address} onPress={() => onChoose(address)}>
          {name} · {address}
        </Button>
      ))}
      <Button
        className="button"
        data-wizard="look-again"
        onPress={() => {
          setFound([])
          setSearching(true)
          setRound(round + 1)
        }}
      >
        {t('join.lookAgain')}
      </Button>
    </div>
  )
}
