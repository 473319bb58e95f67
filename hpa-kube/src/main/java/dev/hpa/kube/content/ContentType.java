package dev.hpa.kube.content;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** A form in which an object of the API travels. */
public enum ContentType {
  JSON("application/json") {
    @Override
    public byte[] toJson(byte[] body) {
      return body;
    }
  },

  YAML("application/yaml") {
    @Override
    public byte[] toJson(byte[] body) throws IOException {
      return YamlObject.toJson(body);
    }
  },

  /** Only of kinds that metric providers and scale clients read; of others kind and version. */
  PROTOBUF("application/vnd.kubernetes.protobuf") {
    @Override
    public byte[] toJson(byte[] body) throws IOException {
      return ProtobufObject.toJson(body);
    }
  };

  private final String mediaType;

  ContentType(String mediaType) {
    this.mediaType = mediaType;
  }

  /** As {@code Accept} and {@code Content-Type} name it. */
  public String mediaType() {
    return mediaType;
  }

  /** The form a media type names, without parameters and in lower case; empty if it names none. */
  public static Optional<ContentType> named(String mediaType) {
    return Arrays.stream(values()).filter(each -> each.mediaType.equals(mediaType)).findFirst();
  }

  /** The form a body looks like, by its first characters: what is neither of the others is YAML. */
  static ContentType of(byte[] body) {
    if (ProtobufObject.isOne(body)) {
      return PROTOBUF;
    }
    return new String(body, StandardCharsets.UTF_8).stripLeading().startsWith("{") ? JSON : YAML;
  }

  /**
   * The same object in JSON.
   *
   * @throws IOException with upstream's text if the body is not of this form
   */
  public abstract byte[] toJson(byte[] body) throws IOException;
}
