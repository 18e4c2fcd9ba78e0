/** Reports each time that a command prints nothing for too long. */
export interface Silence {
  heard(): void;
  stop(): void;
}

export function watchSilence(silentMs: number, onSilence: (silentForMs: number) => void): Silence {
  let heardAt = performance.now();
  const timer = setInterval(() => onSilence(performance.now() - heardAt), silentMs);
  return {
    heard: () => {
      heardAt = performance.now();
      timer.refresh();
    },
    stop: () => clearInterval(timer),
  };
}
