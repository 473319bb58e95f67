package dev.hpa.sandbox.server;

import java.io.IOException;

/** An object a cluster was to begin with is no good; the message says where it stands, and why. */
public final class ManifestRefusedException extends IOException {

  private static final long serialVersionUID = 1;

  ManifestRefusedException(String place, String why) {
    super(place + ": " + why);
  }
}
