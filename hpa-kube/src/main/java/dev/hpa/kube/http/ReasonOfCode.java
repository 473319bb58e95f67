package dev.hpa.kube.http;

import dev.hpa.api.GoQuote;

/** What Kubernetes clients make of an HTTP code that comes without a Status. */
record ReasonOfCode(String reason, String message) {

  /**
   * @param text the answer, or {@code unknown} when it is none for people
   */
  static ReasonOfCode of(int code, String method, String text) {
    return switch (code) {
      case 400 ->
          new ReasonOfCode("BadRequest", "the server rejected our request for an unknown reason");
      case 401 ->
          new ReasonOfCode(
              "Unauthorized", "the server has asked for the client to provide credentials");
      case 403 -> new ReasonOfCode("Forbidden", text);
      case 404 -> new ReasonOfCode("NotFound", "the server could not find the requested resource");
      case 405 ->
          new ReasonOfCode(
              "MethodNotAllowed",
              "the server does not allow this method on the requested resource");
      case 406 ->
          new ReasonOfCode(
              "NotAcceptable",
              text.isEmpty() || text.equals("unknown")
                  ? "the server was unable to respond with a content type that the client supports"
                  : text);
      case 409 ->
          new ReasonOfCode(
              method.equals("POST") ? "AlreadyExists" : "Conflict",
              "the server reported a conflict");
      case 415 -> new ReasonOfCode("UnsupportedMediaType", text);
      case 422 ->
          new ReasonOfCode(
              "Invalid", "the server rejected our request due to an error in our request");
      case 429 ->
          new ReasonOfCode(
              "TooManyRequests",
              "the server has received too many requests and has asked us to try again later");
      case 503 ->
          new ReasonOfCode(
              "ServiceUnavailable", "the server is currently unable to handle the request");
      case 504 ->
          new ReasonOfCode(
              "Timeout",
              "the server was unable to return a response in the time allotted, but may still be"
                  + " processing the request");
      default ->
          code >= 500
              ? new ReasonOfCode(
                  "InternalError",
                  "an error on the server ("
                      + GoQuote.quote(text)
                      + ") has prevented the request from succeeding")
              : new ReasonOfCode(
                  "",
                  "the server responded with the status code "
                      + code
                      + " but did not return more information");
    };
  }
}
