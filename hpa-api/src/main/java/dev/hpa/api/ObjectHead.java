package dev.hpa.api;

import java.io.IOException;

/**
 * What an API object says it is, gathered while its members are read. For a Status, which may stand
 * in for any object, also what it says.
 */
public final class ObjectHead {

  private String kind = "";
  private String apiVersion = "";
  private String status = "";
  private String message = "";

  /**
   * Takes the value of a member if it belongs to the head.
   *
   * @return whether it did
   */
  public boolean take(String member, JsonStream in) throws IOException {
    switch (member) {
      case "kind" -> kind = in.typeText();
      case "apiVersion" -> apiVersion = in.typeText();
      case "status" -> status = in.stringIfAny();
      case "message" -> message = in.stringIfAny();
      default -> {
        return false;
      }
    }
    return true;
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
   * Makes sure that the object is no Status that tells of a failure.
   *
   * @throws IOException with the message of the Status if it is
   */
  public void refuseFailure() throws IOException {
    if (kind.equals("Status") && !status.equals("Success")) {
      throw new IOException(message);
    }
  }

  /**
   * Makes sure that the version has the form of one, whatever it says.
   *
   * @throws IOException with upstream's text if it has more than one slash
   */
  public void checkVersion() throws IOException {
    try {
      ApiGroupVersion.parse(apiVersion);
    } catch (IllegalArgumentException failure) {
      throw new IOException(failure.getMessage(), failure);
    }
  }
}
