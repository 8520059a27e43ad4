// The players of a setlist on one output: the song that is open and the next one, begun in silence so that it can take over
// at the very frame the first one ends.
import type { SharedSetlist, SharedSong } from '../../../server/contract/share.ts';
import type { AudioOutput } from '../_player/audio-output.ts';
import { Player } from '../_player/player.ts';
import type { Scope } from '../_player/scope.ts';
import { fetchSong } from './fetch-song.ts';
import { playerSong } from './player-song.ts';

export interface OpenSong {
  index: number;
  song: SharedSong;
  player: Player;
}

interface Seat {
  scope: Scope;
  /** Null while it loads, and for a song that cannot be played. */
  open: OpenSong | null;
  failed: boolean;
}

interface SetlistPlan {
  setlist: SharedSetlist;
  /** What all its songs are heard through. */
  output: AudioOutput;
  onChange: (open: OpenSong | null) => void;
}

const watchMilliseconds = 100;

export class SetlistPlayers {
  readonly #scope: Scope;
  readonly #setlist: SharedSetlist;
  readonly #output: AudioOutput;
  readonly #onChange: (open: OpenSong | null) => void;
  readonly #seats = new Map<number, Seat>();
  #current = 0;
  /** Output time at which the next song was told to begin. */
  #handover: number | null = null;

  constructor(scope: Scope, { setlist, output, onChange }: SetlistPlan) {
    this.#scope = scope;
    this.#setlist = setlist;
    this.#onChange = onChange;
    this.#output = output;
    scope.every(watchMilliseconds, () => this.#watch());
  }

  get current(): number {
    return this.#current;
  }

  get length(): number {
    return this.#setlist.songs.length;
  }

  /** Opens a song; `playing` goes on with it at once. */
  go(index: number, playing: boolean): void {
    if (index < 0 || index >= this.length) return;
    this.#seats.get(this.#current)?.open?.player.dispatch({ type: 'pause' });
    this.#takeBack();
    this.#current = index;
    for (const seat of this.#seats.keys()) if (seat !== index && seat !== index + 1) this.#leave(seat);
    this.#sit(index, playing);
    this.#onChange(this.#seats.get(index)?.open ?? null);
  }

  #leave(index: number): void {
    this.#seats.get(index)?.scope.end();
    this.#seats.delete(index);
  }

  #sit(index: number, playing: boolean): void {
    const known = this.#seats.get(index);
    if (known) {
      if (playing) known.open?.player.dispatch({ type: 'play' });
      return;
    }
    const entry = this.#setlist.songs[index];
    if (!entry) return;
    const seat: Seat = { scope: this.#scope.child(), open: null, failed: false };
    this.#seats.set(index, seat);
    void this.#load(seat, index, entry.share_id).then(() => {
      if (seat.scope.ended) return;
      if (playing && index === this.#current) seat.open?.player.dispatch({ type: 'play' });
      if (index === this.#current) this.#onChange(seat.open);
    });
  }

  async #load(seat: Seat, index: number, shareId: string): Promise<void> {
    const song = await fetchSong(shareId, seat.scope.signal);
    if (seat.scope.ended) return;
    if (song === null || song === 'gone' || song.status !== 'done') {
      seat.failed = true;
      return;
    }
    seat.open = { index, song, player: new Player(seat.scope, playerSong(song), this.#output) };
  }

  /** Whether the song at a place of the setlist turned out not to be playable. */
  isMissing(index: number): boolean {
    return this.#seats.get(index)?.failed ?? false;
  }

  #watch(): void {
    const now = this.#seats.get(this.#current)?.open;
    if (!now) return;
    const { phase, wantsPlay } = now.player.getState();
    if (phase === 'ended') {
      this.#takeOver();
      return;
    }
    if (wantsPlay) this.#sit(this.#current + 1, false);
    const endsAt = wantsPlay ? now.player.endsAtSeconds : null;
    if (endsAt === this.#handover) return;
    this.#takeBack();
    const next = this.#seats.get(this.#current + 1)?.open;
    if (endsAt === null || !next) return;
    this.#handover = endsAt;
    next.player.playAt(endsAt);
  }

  /** The next song is already sounding, or is started now because its place could not be told in time. */
  #takeOver(): void {
    const next = this.#current + 1;
    if (next >= this.length) return;
    const wasTold = this.#handover !== null;
    this.#handover = null;
    this.#leave(this.#current);
    this.#current = next;
    this.#sit(next, !wasTold);
    this.#onChange(this.#seats.get(next)?.open ?? null);
  }

  /** The end moved (a seek, a loop, a pause): the next song waits again. */
  #takeBack(): void {
    if (this.#handover === null) return;
    this.#handover = null;
    const next = this.#seats.get(this.#current + 1)?.open?.player;
    next?.dispatch({ type: 'pause' });
    next?.dispatch({ type: 'seek', seconds: 0 });
  }
}
