package dev.hpa.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/**
 * A parser for trees: it fails at more tokens than an object of Kubernetes has, of which each may
 * be as short as two bytes of text and takes 80 as a node.
 */
final class BoundedParser extends JsonParserDelegate {

  /** Of a text that this process has in memory, such as a file with the objects of a cluster. */
  static final long OF_TEXT = 5_000_000;

  /** Of a stream. The largest object that API servers store has a third. */
  static final long OF_STREAM = 1_000_000;

  private final long limit;
  private long tokens;

  BoundedParser(JsonParser parser, long limit) {
    super(parser);
    this.limit = limit;
  }

  @Override
  public JsonToken nextToken() throws IOException {
    if (++tokens > limit) {
      throw new StreamConstraintsException(
          "there are more than %d values, the limit".formatted(limit), delegate.currentLocation());
    }
    return super.nextToken();
  }
}
