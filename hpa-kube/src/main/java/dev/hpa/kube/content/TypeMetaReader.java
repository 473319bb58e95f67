package dev.hpa.kube.content;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.JsonStream;
import java.io.IOException;

/**
 * Collects kind and apiVersion of an API object while its fields are read, and the fields of a
 * Status, which a server may return instead of any object. Not thread-safe.
 */
public final class TypeMetaReader {

  private String kind = "";
  private String apiVersion = "";
  private String status = "";
  private String message = "";
  private boolean hasStatusTypes = true;

  /**
   * Reads the value of a field if it belongs to the type metadata or to a Status. As in Go, the
   * names {@code kind} and {@code apiVersion} are case-insensitive, and null is ignored.
   *
   * @return whether the value was read
   */
  public boolean tryRead(String member, JsonStream in) throws IOException {
    if (member.equalsIgnoreCase("kind")) {
      kind = JsonStream.shortened(in.typeText(kind));
      return true;
    }
    if (member.equalsIgnoreCase("apiVersion")) {
      apiVersion = JsonStream.shortened(in.typeText(apiVersion));
      return true;
    }
    switch (member) {
      case "status" -> status = statusText(in, status);
      case "message" -> message = statusText(in, message);
      case "reason" -> statusText(in, "");
      case "code" -> {
        hasStatusTypes &= in.isNull() || in.isIntegerOf32Bits();
        in.skip();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private String statusText(JsonStream in, String previous) throws IOException {
    if (in.isNull()) {
      return previous;
    }
    hasStatusTypes &= in.isString();
    return JsonStream.shortened(in.stringIfAny());
  }

  /** The kind, empty if absent. */
  public String kind() {
    return kind;
  }

  /** The apiVersion, empty if absent. */
  public String apiVersion() {
    return apiVersion;
  }

  /**
   * Checks that the fields have the types of a Status.
   *
   * @throws IOException with a message that starts with {@code json:} if not
   */
  public void checkStatus() throws IOException {
    if (!hasStatusTypes) {
      throw new IOException("json: a field of the Status has the wrong type");
    }
  }

  /**
   * Checks that the object is not a Status that reports a failure.
   *
   * @throws IOException with the message of the Status if it is, or one that starts with {@code
   *     json:} if its fields have wrong types
   */
  public void throwIfFailureStatus() throws IOException {
    if (!kind.equals("Status")) {
      return;
    }
    checkStatus();
    if (!status.equals("Success")) {
      throw new IOException(message);
    }
  }

  /**
   * Group and version, both empty if absent.
   *
   * @throws IOException with the API machinery's message if the version has more than one slash
   */
  public ApiGroupVersion groupVersion() throws IOException {
    try {
      return ApiGroupVersion.parse(apiVersion);
    } catch (IllegalArgumentException failure) {
      throw new IOException(failure.getMessage(), failure);
    }
  }
}
