/**
 * Everything that is recorded of an interview: the customer large, the clerk in a corner, the time and the room written
 * into the picture, both voices. It is drawn here and not taken from the connection, so that a cut connection is seen
 * as one and the recording goes on.
 */

const width = 960
const height = 540
const perSecond = 15
const margin = 16
const inset = 200

export type Words = { room: string; broken: string }

/** @param now the clock that is written into the picture */
export function recordedPicture({ room, broken }: Words, now: () => number) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { alpha: false })
  const local = player()
  const remote = player()
  const audio = new AudioContext()
  const mixed = audio.createMediaStreamDestination()
  // Silence is sound too: a recorder writes nothing at all while a track of it has none.
  const silence = audio.createConstantSource()
  silence.offset.value = 0
  silence.connect(mixed)
  silence.start()
  const voices = new Map<'local' | 'remote', MediaStreamAudioSourceNode>()
  const time = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeStyle: 'medium' })

  const hear = (who: 'local' | 'remote', stream: MediaStream | undefined) => {
    voices.get(who)?.disconnect()
    voices.delete(who)
    if (!stream?.getAudioTracks().length) return
    const voice = audio.createMediaStreamSource(stream)
    voice.connect(mixed)
    voices.set(who, voice)
  }

  // Frames as they are drawn: a hidden page paints none by itself.
  const [shown] = canvas.captureStream(0).getVideoTracks() as [CanvasCaptureMediaStreamTrack]
  const draw = () => {
    if (!pen) return
    pen.fillStyle = '#14171c'
    pen.fillRect(0, 0, width, height)
    if (isShown(remote)) drawWhole(pen, remote, { x: 0, y: 0, width, height })
    else write(pen, broken, width / 2, height / 2, 'center')
    if (isShown(local)) {
      const size = (inset * local.videoHeight) / local.videoWidth
      drawWhole(pen, local, {
        x: width - inset - margin,
        y: height - size - margin,
        width: inset,
        height: size,
      })
    }
    write(pen, `${time.format(now())}  ${room}`, margin, height - margin, 'left')
    shown.requestFrame()
  }
  draw()
  const drawing = setInterval(draw, 1000 / perSecond)
  const resume = () => void audio.resume().catch(() => undefined)
  resume()
  // A page that was loaded again may sound only once it was touched.
  window.addEventListener('pointerdown', resume)

  return {
    /** The parts that a piece is made of; one that begins while the browser allows no sound has none. */
    stream: () =>
      new MediaStream([shown, ...(audio.state === 'running' ? mixed.stream.getAudioTracks() : [])]),
    show(who: 'local' | 'remote', stream: MediaStream | undefined): void {
      const video = who === 'local' ? local : remote
      video.srcObject = stream ?? null
      if (stream) void video.play().catch(() => undefined)
      hear(who, stream)
    },
    hasSound: () => audio.state === 'running',
    end(): void {
      clearInterval(drawing)
      window.removeEventListener('pointerdown', resume)
      for (const video of [local, remote]) video.srcObject = null
      void audio.close().catch(() => undefined)
    },
  }
}

function player(): HTMLVideoElement {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  return video
}

const isShown = (video: HTMLVideoElement) => video.srcObject !== null && video.readyState >= 2

type Box = { x: number; y: number; width: number; height: number }

/** The whole picture in a box, however it is held. */
function drawWhole(pen: CanvasRenderingContext2D, video: HTMLVideoElement, box: Box): void {
  const scale = Math.min(box.width / video.videoWidth, box.height / video.videoHeight)
  const [wide, high] = [video.videoWidth * scale, video.videoHeight * scale]
  pen.drawImage(video, box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high)
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  align: CanvasTextAlign,
): void {
  pen.font = '18px system-ui, sans-serif'
  pen.textAlign = align
  pen.lineWidth = 4
  pen.strokeStyle = 'rgb(0 0 0 / 70%)'
  pen.strokeText(text, x, y)
  pen.fillStyle = '#fff'
  pen.fillText(text, x, y)
}
