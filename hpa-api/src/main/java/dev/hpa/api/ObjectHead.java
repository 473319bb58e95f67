package dev.hpa.api;

import java.io.IOException;

/**
 * What an API object says it is, gathered while its members are read. For a Status, which may stand
 * in for any object, also what it says.
 */
public final class ObjectHead {

  static final String STATUS = "Status";

  private String kind = "";
  private String apiVersion = "";
  private String status = "";
  private String message = "";
  private boolean isSoundStatus = true;

  /**
   * Takes the value of a member if it belongs to the head. As in Go, the names of kind and version
   * may be of any case here, and a null changes nothing.
   *
   * @return whether it did
   */
  public boolean take(String member, JsonStream in) throws IOException {
    if (member.equalsIgnoreCase("kind")) {
      kind = in.typeText(kind);
      return true;
    }
    if (member.equalsIgnoreCase("apiVersion")) {
      apiVersion = in.typeText(apiVersion);
      return true;
    }
    switch (member) {
      case "status" -> status = statusText(in, status);
      case "message" -> message = statusText(in, message);
      case "reason" -> statusText(in, "");
      case "code" -> {
        isSoundStatus &= in.isNull() || in.isIntegerOf32Bits();
        in.skip();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private String statusText(JsonStream in, String before) throws IOException {
    if (in.isNull()) {
      return before;
    }
    isSoundStatus &= in.isString();
    return in.stringIfAny();
  }

  /** The kind, empty when absent. */
  public String kind() {
    return kind;
  }

  /** The version, empty when absent. */
  public String apiVersion() {
    return apiVersion;
  }

  /**
   * Makes sure that the members are of the types they have in a Status.
   *
   * @throws IOException with a text that begins with {@code json:} if they are not
   */
  public void checkStatus() throws IOException {
    if (!isSoundStatus) {
      throw new IOException("json: a member of the Status is of the wrong type");
    }
  }

  /**
   * Makes sure that the object is no Status that tells of a failure.
   *
   * @throws IOException with the message of the Status if it is, or a text that begins with {@code
   *     json:} if its members are of wrong types
   */
  public void refuseFailure() throws IOException {
    if (!kind.equals(STATUS)) {
      return;
    }
    checkStatus();
    if (!status.equals("Success")) {
      throw new IOException(message);
    }
  }

  /**
   * Group and version, both empty when absent.
   *
   * @throws IOException with upstream's text if the version has more than one slash
   */
  public ApiGroupVersion groupVersion() throws IOException {
    try {
      return ApiGroupVersion.parse(apiVersion);
    } catch (IllegalArgumentException failure) {
      throw new IOException(failure.getMessage(), failure);
    }
  }
}
