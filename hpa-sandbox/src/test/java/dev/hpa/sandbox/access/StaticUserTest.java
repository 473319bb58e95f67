package dev.hpa.sandbox.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticUserTest {

  @Test
  void parsesNameTokenAndGroups() {
    assertEquals(
        new StaticUser(new User("jane", "", List.of("system:authenticated")), "a=b"),
        StaticUser.parse("jane=a=b"));
    assertEquals(
        List.of("dev", "ops", "system:authenticated"),
        StaticUser.parse("system:x=t,group=dev,group=ops").user().groups());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "jane", "=token", "jane=", "jane=t,dev", "jane=t,group=", "jane=t,"})
  void rejectsMalformedUsers(String text) {
    assertThrows(IllegalArgumentException.class, () -> StaticUser.parse(text));
  }
}
