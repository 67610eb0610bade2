// As CXML of the package above has it: headers of ICU, where libxml2 was built with it, have types that Foundation has, too.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/xpath.h>
