package dev.hpa.sandbox.server;

import java.io.IOException;

/** The server rejects a manifest; the message has its source and the reason. */
public final class ManifestRejectedException extends IOException {

  private static final long serialVersionUID = 1;

  ManifestRejectedException(String place, String why) {
    super(place + ": " + why);
  }
}
