package dev.hpa.api;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/**
 * A value that has the tokens of JSON without its text: an {@link java.io.InputStream} that
 * implements this interface is read by {@link JsonStream} without creating the text.
 */
@FunctionalInterface
public interface JsonTokens {

  /**
   * The tokens, from the first one; each call starts again.
   *
   * @throws IOException if the value cannot be read
   */
  JsonParser tokens() throws IOException;
}
