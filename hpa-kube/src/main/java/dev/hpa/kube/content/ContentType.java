package dev.hpa.kube.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Content types of API objects. */
public enum ContentType {
  JSON("application/json") {
    @Override
    byte[] toJson(byte[] body, CountedInput.Budget budget) {
      return body;
    }
  },

  YAML("application/yaml") {
    @Override
    byte[] toJson(byte[] body, CountedInput.Budget budget) throws IOException {
      return YamlObject.toJson(body, budget);
    }
  },

  /** Protobuf, for the kinds that this project reads; of other kinds only kind and apiVersion. */
  PROTOBUF("application/vnd.kubernetes.protobuf") {
    @Override
    byte[] toJson(byte[] body, CountedInput.Budget budget) throws IOException {
      return ProtobufObject.of(body).toJson();
    }

    @Override
    public InputStream json(InputStream body) throws IOException {
      return new ProtobufBody(ProtobufObject.of(body.readAllBytes()), CountedInput.Budget.of(body));
    }
  };

  private static final List<ContentType> ALL = List.of(values());

  private final String mediaType;

  ContentType(String mediaType) {
    this.mediaType = mediaType;
  }

  /** The media type, as in {@code Accept} and {@code Content-Type}. */
  public String mediaType() {
    return mediaType;
  }

  /** The content type of a media type without parameters, in lower case; empty if unknown. */
  public static Optional<ContentType> named(String mediaType) {
    for (ContentType each : ALL) {
      if (each.mediaType.equals(mediaType)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** The content type that a header names; JSON if it is absent or names none. */
  public static ContentType of(@Nullable String header) {
    return header == null
        ? JSON
        : named(header.split(";", 2)[0].trim().toLowerCase(Locale.ROOT)).orElse(JSON);
  }

  /**
   * Detects the content type of a body from its first characters; YAML if it is neither protobuf
   * nor JSON.
   */
  static ContentType of(byte[] body) throws IOException {
    if (ProtobufObject.isOne(body)) {
      return PROTOBUF;
    }
    return first(body) == '{' ? JSON : YAML;
  }

  /** The first character that is no white space; negative if there is none. */
  private static int first(byte[] body) throws IOException {
    Reader text = new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8);
    int next = text.read();
    while (next >= 0 && Character.isWhitespace(next)) {
      next = text.read();
    }
    return next;
  }

  /**
   * Converts an object to JSON.
   *
   * @throws IOException with client-go's message if the body does not have this content type
   */
  public byte[] toJson(byte[] body) throws IOException {
    return toJson(body, read -> {});
  }

  /**
   * @param budget takes what the conversion does
   */
  abstract byte[] toJson(byte[] body, CountedInput.Budget budget) throws IOException;

  /**
   * Like {@link #toJson}, but the text is created only if it is read: {@link
   * dev.hpa.api.JsonStream} reads the tokens where the content type has them.
   *
   * @throws IOException with client-go's message if the body does not have this content type, now
   *     or while it is read
   */
  public InputStream json(InputStream body) throws IOException {
    CountedInput.Budget budget = CountedInput.Budget.of(body);
    byte[] json = toJson(body.readAllBytes(), budget);
    return new CountedInput(new ByteArrayInputStream(json), budget);
  }
}
