/** What a hand and an ear notice, wherever the eyes are. */

/** Something was recorded: a short buzz, and two short notes. */
export function celebrate(): void {
  navigator.vibrate?.(40);
  play([660, 990], 0.09);
}

/** Something is due: two long buzzes, and a call of six notes. */
export function alarm(): void {
  navigator.vibrate?.([200, 100, 200]);
  play([880, 660, 880, 660, 880, 660], 0.18);
}

function play(notes: readonly number[], noteSeconds: number): void {
  try {
    sound(notes, noteSeconds);
  } catch {
    // A tablet without sound.
  }
}

function sound(notes: readonly number[], noteSeconds: number): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.2;
  volume.connect(audio.destination);
  for (const [i, frequency] of notes.entries()) {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(audio.currentTime + i * noteSeconds);
    note.stop(audio.currentTime + (i + 1) * noteSeconds);
    if (i === notes.length - 1) note.addEventListener('ended', () => void audio.close());
  }
}
