package dev.hpa.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserSequence;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the beginning of an object up to its namespace, and skips the object if its namespace is
 * out of scope, so that nothing of it is decoded or kept. Used once.
 */
final class ScopedParser {

  private final JsonParser in;
  private final NamespaceScope scope;
  private String resourceVersion = "";
  private @Nullable String namespace;
  private boolean isInMetadata;
  private boolean isMetadataOver;
  private int depth;

  ScopedParser(JsonParser in, NamespaceScope scope) {
    this.in = in;
    this.scope = scope;
  }

  /**
   * Reads up to the namespace, or to the end of the metadata.
   *
   * @return a parser at the start of the whole object; null if it was skipped
   */
  @Nullable JsonParser open() throws IOException {
    TokenBuffer begin = new TokenBuffer(in);
    begin.copyCurrentEvent(in);
    depth = 1;
    while (depth > 0 && namespace == null && !isMetadataOver) {
      next();
      begin.copyCurrentEvent(in);
    }
    if (namespace != null && !scope.contains(namespace)) {
      begin.close();
      skip();
      return null;
    }
    JsonParser first = begin.asParser(in.getCodec());
    first.nextToken();
    return depth == 0 ? first : JsonParserSequence.createFlattened(false, first, in);
  }

  /** The resourceVersion of a skipped object; empty if it has none. */
  String resourceVersion() {
    return resourceVersion;
  }

  /** Reads the rest of the metadata, whose resourceVersion follows the namespace. */
  private void skip() throws IOException {
    while (depth > 0) {
      next();
      if (depth == 2 && !isInMetadata) {
        in.skipChildren();
        depth--;
      }
    }
  }

  private void next() throws IOException {
    JsonToken token = in.nextToken();
    if (token == null) {
      throw new EOFException("the response ends inside an object");
    }
    if (token.isStructStart()) {
      isInMetadata |= depth == 1 && "metadata".equals(in.currentName());
      depth++;
    } else if (token.isStructEnd()) {
      depth--;
      isMetadataOver |= isInMetadata && depth == 1;
      isInMetadata &= depth > 1;
    } else if (isInMetadata && depth == 2 && token == JsonToken.VALUE_STRING) {
      metadata(in.currentName(), in.getText());
    }
  }

  private void metadata(String name, String value) {
    if (name.equals("namespace")) {
      namespace = value;
    } else if (name.equals("resourceVersion")) {
      resourceVersion = value;
    }
  }
}
