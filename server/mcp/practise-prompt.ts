// The prompt that takes a musician from a link to the practice room.
import type { GetPromptResult } from '@modelcontextprotocol/server';

export const practisePrompt = (audioUrl: string, part: string | undefined): GetPromptResult => {
  const mine = part?.trim() ? `I play ${part.trim().slice(0, 40)}.` : 'Ask me which part I play.';
  const text = `I want to practise the song at ${audioUrl.slice(0, 2048)} with Partbook. ${mine}
1. Look into list_my_songs whether the song is already there; if not, choose the model that has my part as a stem of its own (get_capabilities lists them) and call split_songs. Tell me what it costs first.
2. Give me open_url at once, then follow the song with get_split and wait_seconds until it is done.
3. Tell me to mute my part in the practice room, how to loop a passage there, and give me the link of the backing track.`;
  return {
    description: 'From a link to the practice room',
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
};
