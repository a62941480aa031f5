import { useEffect, useState } from 'react'

/** A value once its typing pauses. */
export function usePaused<T>(value: T, ms = 350): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return paused
}
