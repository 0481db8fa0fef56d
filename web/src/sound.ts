// A short, quiet sound made by the browser itself; without permission for sound nothing is heard.
export function beep() {
  try {
    const context = new AudioContext()
    const tone = context.createOscillator()
    const loudness = context.createGain()
    tone.frequency.value = 660
    loudness.gain.setValueAtTime(0.08, context.currentTime)
    loudness.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.5)
    tone.connect(loudness).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + 0.5)
    tone.onended = () => void context.close()
  } catch {
    // no sound here
  }
}
