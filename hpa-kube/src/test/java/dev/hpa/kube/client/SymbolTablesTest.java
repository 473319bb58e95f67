package dev.hpa.kube.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.Json;
import dev.hpa.api.JsonStream;
import dev.hpa.kube.content.SymbolNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names of fields with equal hash codes, of which the default parser refuses some 530. */
@Tag("security")
class SymbolTablesTest {

  private static final int NAMES = 2_000;

  private final byte[] json =
      SymbolNames.equalHashes(NAMES).stream()
          .map(name -> "\"" + name + "\":1")
          .collect(Collectors.joining(",", "{", "}"))
          .getBytes(UTF_8);

  @Test
  void theDefaultParserRefusesThem() {
    assertThrows(StreamConstraintsException.class, () -> new ObjectMapper().readTree(json));
  }

  @Test
  void treesAndStreamsAreRead() throws IOException {
    assertEquals(NAMES, Json.tree(new String(json, UTF_8)).size());
    assertEquals(NAMES, Json.mapper().readTree(json).size());
    AtomicInteger members = new AtomicInteger();
    JsonStream.readObject(
        new ByteArrayInputStream(json),
        (name, in) -> {
          members.incrementAndGet();
          in.skip();
        });
    assertEquals(NAMES, members.get());
  }

  @Test
  void listsAndWatchesAreRead() throws IOException {
    int names = 0;
    try (JsonParser in = ObjectJson.FACTORY.createParser(new ByteArrayInputStream(json))) {
      for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
        names += token == JsonToken.FIELD_NAME ? 1 : 0;
      }
    }
    assertEquals(NAMES, names);
  }
}
