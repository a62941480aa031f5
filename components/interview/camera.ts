/** Camera and microphone, and why there are none. */

export const cameraTroubles = ['refused', 'missing', 'busy', 'insecure'] as const
export type CameraTrouble = (typeof cameraTroubles)[number]

const troubleOf: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** Large enough to read a face and a card by, small enough for a phone's network. */
const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 20, max: 30 } }

/** @param facing of a phone: the user's face, or what is before it */
export async function openCamera(
  facing: 'user' | 'environment' = 'user',
): Promise<MediaStream | CameraTrouble> {
  // Plain http on an address other than localhost has none.
  if (!navigator.mediaDevices?.getUserMedia) return 'insecure'
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true },
      video: { ...picture, facingMode: facing },
    })
  } catch (error) {
    return troubleOf[error instanceof Error ? error.name : ''] ?? 'missing'
  }
}

export const closeStream = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
