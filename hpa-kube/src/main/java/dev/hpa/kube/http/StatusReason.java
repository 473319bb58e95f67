package dev.hpa.kube.http;

import dev.hpa.api.GoQuote;

/** The reason and message that client-go derives from an HTTP status code without a Status. */
record StatusReason(String reason, String message) {

  /**
   * @param text text of the response, or {@code unknown} if it is not plain text
   */
  static StatusReason of(int code, String method, String text) {
    return switch (code) {
      case 400 ->
          new StatusReason("BadRequest", "the server rejected our request for an unknown reason");
      case 401 ->
          new StatusReason(
              "Unauthorized", "the server has asked for the client to provide credentials");
      case 403 -> new StatusReason("Forbidden", text);
      case 404 -> new StatusReason("NotFound", "the server could not find the requested resource");
      case 405 ->
          new StatusReason(
              "MethodNotAllowed",
              "the server does not allow this method on the requested resource");
      case 406 ->
          new StatusReason(
              "NotAcceptable",
              text.isEmpty() || text.equals("unknown")
                  ? "the server was unable to respond with a content type that the client supports"
                  : text);
      case 409 ->
          new StatusReason(
              method.equals("POST") ? "AlreadyExists" : "Conflict",
              "the server reported a conflict");
      case 415 -> new StatusReason("UnsupportedMediaType", text);
      case 422 ->
          new StatusReason(
              "Invalid", "the server rejected our request due to an error in our request");
      case 429 ->
          new StatusReason(
              "TooManyRequests",
              "the server has received too many requests and has asked us to try again later");
      case 503 ->
          new StatusReason(
              "ServiceUnavailable", "the server is currently unable to handle the request");
      case 504 ->
          new StatusReason(
              "Timeout",
              "the server was unable to return a response in the time allotted, but may still be"
                  + " processing the request");
      default ->
          code >= 500
              ? new StatusReason(
                  "InternalError",
                  "an error on the server ("
                      + GoQuote.quote(text)
                      + ") has prevented the request from succeeding")
              : new StatusReason(
                  "",
                  "the server responded with the status code "
                      + code
                      + " but did not return more information");
    };
  }
}
