/** What a hand and an ear notice when something was recorded: a short buzz, and two short notes. */

const notes = [660, 990] as const;
const noteSeconds = 0.09;

export function celebrate(): void {
  navigator.vibrate?.(40);
  try {
    play();
  } catch {
    // A tablet without sound.
  }
}

function play(): void {
  const sound = new AudioContext();
  const volume = sound.createGain();
  volume.gain.value = 0.2;
  volume.connect(sound.destination);
  for (const [i, frequency] of notes.entries()) {
    const note = sound.createOscillator();
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(sound.currentTime + i * noteSeconds);
    note.stop(sound.currentTime + (i + 1) * noteSeconds);
    if (i === notes.length - 1) note.addEventListener('ended', () => void sound.close());
  }
}
