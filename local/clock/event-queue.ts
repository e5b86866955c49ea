export interface TimedEvent {
  atMs: number;
  sequence: number;
  action: () => void;
}

/** Events by time, equal times in the order they were added. */
export class EventQueue {
  readonly #events: TimedEvent[] = [];
  #sequence = 0;

  /** Adds an event and returns the function that takes it out again. */
  add(atMs: number, action: () => void): () => void {
    const event: TimedEvent = { atMs, sequence: this.#sequence++, action };
    this.#events.splice(this.#placeOf(event), 0, event);
    return () => {
      const index = this.#events.indexOf(event);
      if (index >= 0) this.#events.splice(index, 1);
    };
  }

  takeFirst(): TimedEvent | undefined {
    return this.#events.pop();
  }

  /** The list is kept latest first, so that the next event is taken from its end. */
  #placeOf(event: TimedEvent): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle] as TimedEvent;
      if (other.atMs > event.atMs || (other.atMs === event.atMs && other.sequence > event.sequence)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
