package dev.hpa.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/**
 * A parser for trees: it fails at more tokens than the heap has room for as nodes, of which each
 * may be as short as two bytes of text, and counts them in the {@link ResponseMemory}.
 */
final class BoundedParser extends JsonParserDelegate {

  private static final long MIN_TOKENS = 500_000;

  /** An object with a member takes 260 bytes, and has four tokens. */
  private static final long HEAP_PER_TOKEN = 256;

  /** Tokens that are counted together. */
  private static final int GROUP = 64;

  private static final int BYTES_OF_TOKEN = 80;

  private final long limit;
  private long tokens;

  BoundedParser(JsonParser parser, long limit) {
    super(parser);
    this.limit = limit;
  }

  /** The tokens that the heap of this process has room for. */
  static long ofHeap() {
    return Math.max(MIN_TOKENS, Runtime.getRuntime().maxMemory() / HEAP_PER_TOKEN);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    if (++tokens > limit) {
      throw new StreamConstraintsException(
          "there are more than %d values, the limit for the heap".formatted(limit),
          delegate.currentLocation());
    }
    if (tokens % GROUP == 0) {
      ResponseMemory.take(GROUP * BYTES_OF_TOKEN);
    }
    return super.nextToken();
  }
}
